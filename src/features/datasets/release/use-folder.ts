import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { file_storage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#src/api/call.ts'

/** The regions in which one has a file storage. */
export const useStorages = () =>
  useQuery({
    queryKey: ['release-data-set', 'storages'],
    queryFn: async ({ signal }) => (await call(file_storage.statistics, {}, { signal })).data,
    refetchOnWindowFocus: true,
  })

/** What lies in one folder, folders first; asked for again when one comes back from having uploaded something. */
export const useFolder = (region_id: string | undefined, path: string) =>
  useInfiniteQuery({
    queryKey: ['release-data-set', 'folder', region_id, path],
    enabled: region_id !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      call(file_storage.list, { query: { region_id, path, page, page_size: limits.page_size_max } }, { signal }),
    getNextPageParam: ({ total }, pages) => (pages.length * limits.page_size_max < total ? pages.length + 1 : undefined),
    refetchOnWindowFocus: true,
  })
