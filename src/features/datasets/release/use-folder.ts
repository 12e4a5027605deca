import { useInfiniteQuery } from '@tanstack/react-query'
import { file_storage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { call } from '#src/api/call.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'

const always = () => true

/** The regions in which one has a file storage. */
export const useStorages = () => useEndpoint(file_storage.statistics, {}, { on_focus: always })

/** What lies in one folder, folders first; asked for again when one comes back from having uploaded something. */
export const useFolder = (region_id: string | undefined, path: string) =>
  useInfiniteQuery({
    queryKey: [...endpointKey(file_storage.list, { query: { region_id, path } }), 'all'],
    enabled: region_id !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      call(file_storage.list, { query: { region_id, path, page, page_size: limits.page_size_max } }, { signal }),
    getNextPageParam: ({ total }, pages) => (pages.length * limits.page_size_max < total ? pages.length + 1 : undefined),
    refetchOnWindowFocus: true,
  })
