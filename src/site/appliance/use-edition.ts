import { useSearchParams } from 'react-router-dom'
import type { ApplianceEdition } from '#contract/appliance.ts'
import { editions } from './models.ts'

/** The edition the form opens with, from the address. */
export function useEdition(): ApplianceEdition | undefined {
  const [search] = useSearchParams()
  return editions.find((edition) => edition === search.get('edition'))
}
