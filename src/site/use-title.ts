import { useEffect } from 'react'
import { useBrand } from '#src/ui/use-brand.ts'

/** The title of the tab: the page, then the brand. */
export function useTitle(page: string): void {
  const brand = useBrand()
  useEffect(() => {
    document.title = `${page} · ${brand}`
  }, [page, brand])
}
