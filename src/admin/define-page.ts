import type { EndpointAccess } from '#contract/endpoint.ts'
import type { NavPlace, ParentPage } from './nav-places.ts'
import type { ComponentLoader } from './resource.ts'

/** A console page that is not a resource: overview, recharge, create-instance. */
export interface ConsolePage {
  name: string
  /** Label in the menu. */
  label: string
  path: `/${string}`
  nav?: NavPlace
  /** Page that the menu marks as current, if this page's path does not start with that page's path. */
  parent?: ParentPage
  /** Lets the command palette lead here although the menu does not. */
  inPalette?: boolean
  /** Required access; by default any signed-in user. */
  access?: EndpointAccess
  load: ComponentLoader
}

/** Declares a console page; `src/features/<noun>/<noun>.page.tsx` is discovered automatically. */
export const definePage = (page: ConsolePage): ConsolePage => page
