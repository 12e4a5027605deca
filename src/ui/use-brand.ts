import { useEffect } from 'react'
import { serverInfoStore } from './server-info.ts'
import { useStore } from './use-store.ts'

const defaultBrand = '智算中心'
/** Placeholder for the brand in prerendered pages; the server replaces it with the configured brand. */
const brandMark = '%BRAND%'
let serverBrand: string = brandMark
/** Sets the brand of the pages that the server draws when asked for them. */
export const setServerBrand = (brand: string): void => {
  serverBrand = brand
}

/** Reads the brand that the server wrote into the page; the development server writes none. */
function readWrittenBrand(): string {
  if (import.meta.env.SSR) return serverBrand
  const written = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return written && written !== brandMark ? written : defaultBrand
}

/** Returns the configured brand. */
export function useBrand(): string {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])
  return info?.brand ?? readWrittenBrand()
}
