import { useEffect } from 'react'
import { useStore } from '#src/ui/use-store.ts'
import { server_info } from './server-info.ts'

const default_brand = '智算中心'
/** Stands for the brand in pages written at build time; the server puts the configured one in its place. */
const brand_mark = '%BRAND%'

/** What the server wrote into the page; the development server writes nothing. */
function writtenBrand(): string {
  if (import.meta.env.SSR) return brand_mark
  const written = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return written && written !== brand_mark ? written : default_brand
}

/** The configured brand. */
export function useBrand(): string {
  const info = useStore(server_info)
  useEffect(() => {
    void server_info.load()
  }, [])
  return info?.brand ?? writtenBrand()
}
