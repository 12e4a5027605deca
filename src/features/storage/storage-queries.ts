import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { file_storage, type StorageTask } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'

const live = ['file_storage'] as const

export const useStatistics = () => useEndpoint(file_storage.statistics, {}, { live })

type ListQuery = NonNullable<Sent<typeof file_storage.list>['query']>

/** One page of one folder. The page before stays while the next one comes, but never under the name of another folder. */
export const useEntries = (query: ListQuery & { region_id: string; path: string }) =>
  useEndpoint(
    file_storage.list,
    { query },
    { live, keep: ({ query: before }) => before?.region_id === query.region_id && before?.path === query.path },
  )

/** The folders in a folder, as many as one answer holds: they come first. */
export function useFolders(query: { region_id: string; path: string; keyword?: string }) {
  const { data, error, refetch } = useEndpoint(
    file_storage.list,
    { query: { ...query, page_size: limits.page_size_max } },
    { live },
  )
  const folders = data?.filter(({ kind }) => kind === 'folder')
  return { data: folders && { folders, more: folders.length === limits.page_size_max }, error, refetch }
}

export const useUnfinished = (region_id: string) => useEndpoint(file_storage.uploads, { query: { region_id } }, { live })

export const isUnderWay = ({ state }: StorageTask): boolean => state === 'waiting' || state === 'running'

/** The stream tells of changes; asking now and then as well costs little while something runs. */
const ask_again_ms = 4000

export const useTasks = (region_id: string) =>
  useEndpoint(
    file_storage.tasks,
    { query: { region_id } },
    { live, every: (tasks) => (tasks?.some(isUnderWay) ? ask_again_ms : false) },
  )

export const usePreview = (query: { region_id: string; path: string }) =>
  useEndpoint(file_storage.preview, { query }, { gcTime: 0 })

/** Fetches again what is shown of the storage. */
export function useStorageChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => invalidateReads(client, ['file_storage']), [client])
}
