import { useInfiniteQuery } from '@tanstack/react-query'
import { fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

const always = () => true

/** The regions in which one has a file storage. */
export const useStorageRegions = () => useEndpoint(fileStorage.statistics, {}, { onFocus: always })

/** What lies in one folder, folders first; asked for again when one comes back from having uploaded something. */
export const useFolderListing = (regionId: string | undefined, path: string) =>
  useInfiniteQuery({
    queryKey: [...buildEndpointKey(fileStorage.list, { query: { region_id: regionId, path } }), 'all'],
    enabled: regionId !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      callEndpoint(fileStorage.list, { query: { region_id: regionId, path, page, page_size: limits.pageSizeMax } }, { signal }),
    getNextPageParam: ({ total }, pages) => (pages.length * limits.pageSizeMax < total ? pages.length + 1 : undefined),
    refetchOnWindowFocus: true,
  })
