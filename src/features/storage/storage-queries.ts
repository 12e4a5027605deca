import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { fileStorage, type StorageTask } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'

const live = ['file_storage'] as const

export const useStorageStatistics = () => useEndpoint(fileStorage.statistics, {}, { live })

type ListQuery = NonNullable<CallInput<typeof fileStorage.list>['query']>

/** Loads one page of a folder. The previous page stays until the next one arrives, but not when the folder changes. */
export const useStorageEntries = (query: ListQuery & { region_id: string; path: string }) =>
  useEndpoint(
    fileStorage.list,
    { query },
    { live, keep: ({ query: before }) => before?.region_id === query.region_id && before?.path === query.path },
  )

/** Loads the subfolders of a folder, up to one page: folders are sorted first. */
export function useStorageFolders(query: { region_id: string; path: string; keyword?: string }) {
  const { data, error, refetch } = useEndpoint(fileStorage.list, { query: { ...query, page_size: limits.pageSizeMax } }, { live })
  const folders = data?.filter(({ kind }) => kind === 'folder')
  return { data: folders && { folders, more: folders.length === limits.pageSizeMax }, error, refetch }
}

export const useUnfinishedUploads = (regionId: string) =>
  useEndpoint(fileStorage.uploads, { query: { region_id: regionId } }, { live })

export const isTaskActive = ({ state }: StorageTask): boolean => state === 'waiting' || state === 'running'

/** Polling interval in ms in addition to the event stream; cheap while a task runs. */
const pollMs = 4000

export const useStorageTasks = (regionId: string) =>
  useEndpoint(
    fileStorage.tasks,
    { query: { region_id: regionId } },
    { live, every: (tasks) => (tasks?.some(isTaskActive) ? pollMs : false) },
  )

export const useStoragePreview = (query: { region_id: string; path: string }) =>
  useEndpoint(fileStorage.preview, { query }, { gcTime: 0 })

/** Refetches the displayed storage data. */
export function useRefreshStorage(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => invalidateReads(client, ['file_storage']), [client])
}
