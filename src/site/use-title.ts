import { useEffect } from 'react'
import { useBrand } from '#src/ui/use-brand.ts'

/** Sets the tab's title: the page, then the brand. */
export function useTitle(page: string): void {
  const brand = useBrand()
  useEffect(() => {
    document.title = `${page} · ${brand}`
  }, [page, brand])
}
