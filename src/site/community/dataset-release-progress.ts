/** Imported lazily: the page frame paints before the HTTP client has loaded. */

import { fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { type MyDataset, myDatasets } from '#contract/my-datasets.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loads a user's progress in publishing data sets. */
export interface DatasetReleaseProgress {
  files: number
  bytes: number
  waiting: number
  refused: number
  published: number
  uses: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const isWaiting = ({ state }: MyDataset) => state === 'preparing' || state === 'pending'
const isRefused = ({ state }: MyDataset) => state === 'refused' || state === 'failed'

export async function loadDatasetReleaseProgress(signal: AbortSignal): Promise<DatasetReleaseProgress> {
  const [storages, sets] = await Promise.all([
    callEndpoint(fileStorage.statistics, {}, { signal }),
    callEndpoint(myDatasets.list, { query: { page_size: limits.pageSizeMax } }, { signal }),
  ])
  return {
    files: sum(storages.data.map(({ file_count: fileCount }) => fileCount)),
    bytes: sum(storages.data.map(({ used_bytes: usedBytes }) => usedBytes)),
    waiting: sets.data.filter(isWaiting).length,
    refused: sets.data.filter(isRefused).length,
    published: sets.data.filter((set) => set.public).length,
    uses: sum(sets.data.map(({ uses }) => uses)),
  }
}
