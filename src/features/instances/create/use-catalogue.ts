import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { useStore } from '#src/ui/use-store.ts'
import { type Catalogue, getActivity, getImages, getKeys, getProducts, getRegions } from './catalogue.ts'
import { picked_images, withPicked } from './picked-images.ts'

export const products_key = ['catalogue', 'products'] as const
const live = ['products'] as const
const settled_ms = 300_000

/** What there is to choose from: stock as it changes, images and keys again when one comes back from having made one. */
export function useCatalogue(): { catalogue: Catalogue | undefined; error: unknown; retry: () => void } {
  useLiveQueries(products_key, live)
  const [search] = useSearchParams()
  const [asked] = useState(() => search.get('image_id'))
  const [wanted] = useState(() => search.get('activity_id'))
  const [regions, products, images, keys, activity] = useQueries({
    queries: [
      { queryKey: ['catalogue', 'regions'], queryFn: ({ signal }) => getRegions(signal), staleTime: settled_ms },
      { queryKey: products_key, queryFn: ({ signal }) => getProducts(signal), refetchOnWindowFocus: true },
      { queryKey: ['catalogue', 'images', asked], queryFn: ({ signal }) => getImages(asked, signal), refetchOnWindowFocus: true },
      { queryKey: ['catalogue', 'keys'], queryFn: ({ signal }) => getKeys(signal), refetchOnWindowFocus: true },
      { queryKey: ['catalogue', 'activity', wanted], queryFn: ({ signal }) => getActivity(wanted, signal) },
    ],
  })
  const picked = useStore(picked_images)
  const all = [regions, products, images, keys, activity]
  const catalogue = useMemo(
    () =>
      regions.data && products.data && images.data && keys.data && activity.data !== undefined
        ? {
            regions: regions.data,
            products: products.data,
            images: withPicked(images.data, picked),
            keys: keys.data,
            activity: activity.data,
          }
        : undefined,
    [regions.data, products.data, images.data, keys.data, activity.data, picked],
  )
  return {
    catalogue,
    error: all.find(({ error }) => error)?.error,
    retry: () => {
      for (const query of all) if (query.error) void query.refetch()
    },
  }
}
