import type { AnyCrud } from '#contract/crud.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildCrudResource } from './crud-resource.ts'
import type { CrudResource, Resource, ResourceDeclaration, ResourceView } from './resource.ts'
import type { ListEndpoint } from './row-types.ts'

/**
 * Declares a noun with several views. The first view has the noun's name, the others append their own: `images`,
 * `images-shared`. All views share one chunk.
 */
export function defineResource<V extends string>(declared: {
  name: string
  views: Record<V, ResourceView>
}): {
  views: Record<V, Resource>
}
/**
 * Declares a console resource, from which routes, menu, breadcrumbs, guards, forms, export and the data provider's mapping are
 * derived; types follow the endpoints (docs: design §1).
 */
export function defineResource<C extends AnyCrud>(declared: CrudResource<C>): Resource
export function defineResource<
  L extends ListEndpoint,
  C extends Endpoint = Endpoint,
  U extends Endpoint = Endpoint,
  O extends Endpoint = L,
>(declared: { name: string } & ResourceDeclaration<L, C, U, O>): Resource
export function defineResource(declared: object) {
  if ('crud' in declared) return buildCrudResource(declared as CrudResource<AnyCrud>)
  // the endpoints in `api` guarantee the row types that are erased here
  if (!('views' in declared)) return declared as Resource
  const { name, views } = declared as { name: string; views: Record<string, ResourceView> }
  return {
    views: Object.fromEntries(
      Object.entries(views).map(([view, body], index) => [view, { ...body, name: index ? `${name}-${view}` : name }]),
    ),
  }
}
