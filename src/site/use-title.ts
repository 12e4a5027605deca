import { useContext, useEffect } from 'react'
import { useBrand } from '#src/ui/use-brand.ts'
import { type Drawing, FirstAnswersContext } from './first-answers.ts'

/** Sets the tab's title: the page, then the brand. `description` is for search engines, which read what the server draws. */
export function useTitle(page: string, description?: string): void {
  const brand = useBrand()
  const first = useContext(FirstAnswersContext)
  if (import.meta.env.SSR && first) (first as Drawing).describe({ title: page, description })
  useEffect(() => {
    document.title = `${page} · ${brand}`
  }, [page, brand])
}
