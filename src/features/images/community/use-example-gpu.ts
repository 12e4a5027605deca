import { products } from '#contract/products.ts'
import type { VendorName } from '#contract/vendors.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { ExampleGpu } from '#src/ui/catalogue/ExampleHourPrice.tsx'

const settledMs = 300_000

/** Loads the cheapest GPU of a vendor; undefined while loading, or if there is none. */
export function useExampleGpu(vendor: VendorName | undefined): ExampleGpu | undefined {
  const { data } = useEndpoint(
    products.list,
    { query: { vendor, sort: 'price', order: 'asc', page_size: 1 } },
    { enabled: vendor !== undefined, staleTime: settledMs },
  )
  return data?.[0]
}
