import { useQuery } from '@tanstack/react-query'
import { products } from '#contract/products.ts'
import type { VendorName } from '#contract/vendors.ts'
import { call } from '#src/api/call.ts'
import type { ExampleGpu } from '#src/ui/catalogue/ExampleHour.tsx'

const settled_ms = 300_000

/** The cheapest GPU of a vendor; undefined while it is asked for, and where there is none. */
export function useExampleGpu(vendor: VendorName | undefined): ExampleGpu | undefined {
  const { data } = useQuery({
    queryKey: ['example-gpu', vendor],
    enabled: vendor !== undefined,
    staleTime: settled_ms,
    queryFn: async ({ signal }) =>
      (await call(products.list, { query: { vendor, sort: 'price', order: 'asc', page_size: 1 } }, { signal })).data,
  })
  return data?.[0]
}
