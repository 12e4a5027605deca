import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { activities } from '#contract/activities.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { useStore } from '#src/ui/use-store.ts'
import {
  type Catalogue,
  findRequestedActivity,
  loadImageOptions,
  loadProducts,
  loadRegions,
  loadSecretKeys,
} from './catalogue.ts'
import { mergePickedImages, pickedImages } from './picked-images.ts'

export const productsKey = [...buildEndpointKey(products.list), 'all']
const live = ['products'] as const
const settledMs = 300_000

/** Loads the catalogue; stock is live, images and keys are refetched when the user returns after creating one. */
export function useCatalogue(): { catalogue: Catalogue | undefined; error: unknown; retry: () => void } {
  useLiveQueries(productsKey, live)
  const [search] = useSearchParams()
  const [asked] = useState(() => search.get('image_id'))
  const [wanted] = useState(() => search.get('activity_id'))
  const [regions, sold, images, keys, activity] = useQueries({
    queries: [
      {
        queryKey: [...buildEndpointKey(products.regions), 'all'],
        queryFn: ({ signal }) => loadRegions(signal),
        staleTime: settledMs,
      },
      { queryKey: productsKey, queryFn: ({ signal }) => loadProducts(signal), refetchOnWindowFocus: true },
      {
        queryKey: [...buildEndpointKey(privateImages.list), 'choice', asked],
        queryFn: ({ signal }) => loadImageOptions(asked, signal),
        refetchOnWindowFocus: true,
      },
      {
        queryKey: [...buildEndpointKey(secretKeys.list), 'all'],
        queryFn: ({ signal }) => loadSecretKeys(signal),
        refetchOnWindowFocus: true,
      },
      {
        queryKey: [...buildEndpointKey(activities.list), wanted],
        queryFn: ({ signal }) => findRequestedActivity(wanted, signal),
      },
    ],
  })
  const picked = useStore(pickedImages)
  const all = [regions, sold, images, keys, activity]
  const catalogue = useMemo(
    () =>
      regions.data && sold.data && images.data && keys.data && activity.data !== undefined
        ? {
            regions: regions.data,
            products: sold.data,
            images: mergePickedImages(images.data, picked),
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
