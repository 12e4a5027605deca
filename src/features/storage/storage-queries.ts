import { queryOptions } from '@tanstack/react-query'
import type { Sent } from '#contract/endpoint.ts'
import { file_storage, type StorageTask } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#src/api/call.ts'

export const storage_key = ['file-storage'] as const

export const statistics_query = queryOptions({
  queryKey: [...storage_key, 'statistics'],
  queryFn: async ({ signal }) => (await call(file_storage.statistics, {}, { signal })).data,
})

type ListQuery = NonNullable<Sent<typeof file_storage.list>['query']>

/** One page of one folder. The page before stays while the next one comes, but never under the name of another folder. */
export const entriesQuery = (query: ListQuery & { region_id: string; path: string }) =>
  queryOptions({
    queryKey: [...storage_key, 'list', query.region_id, query.path, query],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(file_storage.list, { query }, { signal })
      return { entries: data, total }
    },
    placeholderData: (previous, before) =>
      before?.queryKey[2] === query.region_id && before.queryKey[3] === query.path ? previous : undefined,
  })

/** The folders in a folder, as many as one answer holds: they come first. */
export const foldersQuery = (query: { region_id: string; path: string; keyword?: string }) =>
  queryOptions({
    queryKey: [...storage_key, 'folders', query],
    queryFn: async ({ signal }) => {
      const { data } = await call(file_storage.list, { query: { ...query, page_size: limits.page_size_max } }, { signal })
      const folders = data.filter(({ kind }) => kind === 'folder')
      return { folders, more: folders.length === limits.page_size_max }
    },
  })

export const unfinishedQuery = (region_id: string) =>
  queryOptions({
    queryKey: [...storage_key, 'uploads', region_id],
    queryFn: async ({ signal }) => (await call(file_storage.uploads, { query: { region_id } }, { signal })).data,
  })

export const isUnderWay = ({ state }: StorageTask): boolean => state === 'waiting' || state === 'running'

/** The stream tells of changes; asking now and then as well costs little while something runs. */
const ask_again_ms = 4000

export const tasksQuery = (region_id: string) =>
  queryOptions({
    queryKey: [...storage_key, 'tasks', region_id],
    queryFn: async ({ signal }) => (await call(file_storage.tasks, { query: { region_id } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? ask_again_ms : false),
  })

export const previewQuery = (query: { region_id: string; path: string }) =>
  queryOptions({
    queryKey: [...storage_key, 'preview', query],
    queryFn: async ({ signal }) => (await call(file_storage.preview, { query }, { signal })).data,
    gcTime: 0,
  })
