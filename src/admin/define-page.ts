import type { EndpointAccess } from '#contract/endpoint.ts'
import type { NavPlace, ParentPage } from '#src/admin/nav-groups.ts'
import type { ComponentLoader } from '#src/admin/resource.ts'

/** A page of the console that is no resource: overview, recharge, create-instance. */
export interface ConsolePage {
  name: string
  /** What the menu calls it. */
  label: string
  path: `/${string}`
  nav?: NavPlace
  /** The page it is reached from, which the menu marks, where its own address does not begin with that one's. */
  parent?: ParentPage
  /** Who may see it; by default anybody signed in. */
  access?: EndpointAccess
  load: ComponentLoader
}

/** Declares a console page; `src/features/<noun>/<noun>.page.tsx` is found by itself. */
export const definePage = (page: ConsolePage): ConsolePage => page
