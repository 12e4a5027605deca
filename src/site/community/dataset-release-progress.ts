import { file_storage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { type MyDataSet, my_data_sets } from '#contract/my-datasets.ts'
import { call } from '#src/api/call.ts'

// Imported lazily: the frame of a page paints before the HTTP client has arrived.

/** How far somebody is with publishing data sets. */
export interface ReleaseProgress {
  files: number
  bytes: number
  waiting: number
  refused: number
  published: number
  uses: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const isWaiting = ({ state }: MyDataSet) => state === 'preparing' || state === 'pending'
const isRefused = ({ state }: MyDataSet) => state === 'refused' || state === 'failed'

export async function releaseProgress(signal: AbortSignal): Promise<ReleaseProgress> {
  const [storages, sets] = await Promise.all([
    call(file_storage.statistics, {}, { signal }),
    call(my_data_sets.list, { query: { page_size: limits.page_size_max } }, { signal }),
  ])
  return {
    files: sum(storages.data.map(({ file_count }) => file_count)),
    bytes: sum(storages.data.map(({ used_bytes }) => used_bytes)),
    waiting: sets.data.filter(isWaiting).length,
    refused: sets.data.filter(isRefused).length,
    published: sets.data.filter((set) => set.public).length,
    uses: sum(sets.data.map(({ uses }) => uses)),
  }
}
