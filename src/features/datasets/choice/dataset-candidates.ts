import { datasets } from '#contract/community.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** A data set that can be picked, whichever list it comes from. */
export interface DatasetCandidate {
  id: string
  name: string
  summary: string
  /** Null if no version can be mounted. */
  newest: { version: string; size_bytes: number; file_count: number } | null
}

export const datasetSourceLabels = { public: '公开数据集', collected: '我收藏的', own: '我发布的' } as const
export type DatasetSourceKey = keyof typeof datasetSourceLabels

interface CandidateQuery {
  keyword: string
  page: number
}

const pageSize = 10

interface CandidatePage {
  items: DatasetCandidate[]
  total: number
}

/** Loads one page of the list named by `source`. */
export function useDatasetCandidates(source: DatasetSourceKey, { keyword, page }: CandidateQuery) {
  const query = { page, page_size: pageSize, ...(keyword && { keyword }) }
  const optionsOf = (name: DatasetSourceKey) => ({ enabled: source === name, keep: true })
  const open = useEndpoint(datasets.list, { query }, optionsOf('public'))
  const collected = useEndpoint(datasets.collected, { query }, optionsOf('collected'))
  const own = useEndpoint(myDatasets.list, { query }, optionsOf('own'))
  const items: Record<DatasetSourceKey, DatasetCandidate[] | undefined> = {
    public: open.data?.map((set) => ({ ...set, newest: set })),
    collected: collected.data,
    own: own.data?.map((set) => ({ ...set, newest: set.file_count ? set : null })),
  }
  const { total, error, refetch, isPlaceholderData } = { public: open, collected, own }[source]
  const shown = items[source]
  return { data: shown && ({ items: shown, total } satisfies CandidatePage), error, refetch, isPlaceholderData }
}
