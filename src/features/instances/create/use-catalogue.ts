import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { activities } from '#contract/activities.ts'
import { private_images } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'
import { useStore } from '#src/ui/use-store.ts'
import { type Catalogue, getActivity, getImages, getKeys, getProducts, getRegions } from './catalogue.ts'
import { picked_images, withPicked } from './picked-images.ts'

export const products_key = [...endpointKey(products.list), 'all']
const live = ['products'] as const
const settled_ms = 300_000

/** What there is to choose from: stock as it changes, images and keys again when one comes back from having made one. */
export function useCatalogue(): { catalogue: Catalogue | undefined; error: unknown; retry: () => void } {
  useLiveQueries(products_key, live)
  const [search] = useSearchParams()
  const [asked] = useState(() => search.get('image_id'))
  const [wanted] = useState(() => search.get('activity_id'))
  const [regions, sold, images, keys, activity] = useQueries({
    queries: [
      { queryKey: [...endpointKey(products.regions), 'all'], queryFn: ({ signal }) => getRegions(signal), staleTime: settled_ms },
      { queryKey: products_key, queryFn: ({ signal }) => getProducts(signal), refetchOnWindowFocus: true },
      {
        queryKey: [...endpointKey(private_images.list), 'choice', asked],
        queryFn: ({ signal }) => getImages(asked, signal),
        refetchOnWindowFocus: true,
      },
      {
        queryKey: [...endpointKey(secret_keys.list), 'all'],
        queryFn: ({ signal }) => getKeys(signal),
        refetchOnWindowFocus: true,
      },
      { queryKey: [...endpointKey(activities.list), wanted], queryFn: ({ signal }) => getActivity(wanted, signal) },
    ],
  })
  const picked = useStore(picked_images)
  const all = [regions, sold, images, keys, activity]
  const catalogue = useMemo(
    () =>
      regions.data && sold.data && images.data && keys.data && activity.data !== undefined
        ? {
            regions: regions.data,
            products: sold.data,
            images: withPicked(images.data, picked),
            keys: keys.data,
            activity: activity.data,
          }
        : undefined,
    [regions.data, sold.data, images.data, keys.data, activity.data, picked],
  )
  return {
    catalogue,
    error: all.find(({ error }) => error)?.error,
    retry: () => {
      for (const query of all) if (query.error) void query.refetch()
    },
  }
}
