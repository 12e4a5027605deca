import { useSearchParams } from 'react-router-dom'
import type { ApplianceEdition } from '#contract/appliance.ts'
import { editionKeys } from './models.ts'

/** The edition the form opens with, from the address. */
export function useEditionParam(): ApplianceEdition | undefined {
  const [search] = useSearchParams()
  return editionKeys.find((edition) => edition === search.get('edition'))
}
