import { useEffect } from 'react'
import { useStore } from '#src/ui/use-store.ts'
import { serverInfoStore } from './server-info.ts'

const defaultBrand = '智算中心'
/** Stands for the brand in pages written at build time; the server puts the configured one in its place. */
const brandMark = '%BRAND%'

/** What the server wrote into the page; the development server writes nothing. */
function readWrittenBrand(): string {
  if (import.meta.env.SSR) return brandMark
  const written = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return written && written !== brandMark ? written : defaultBrand
}

/** The configured brand. */
export function useBrand(): string {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])
  return info?.brand ?? readWrittenBrand()
}
