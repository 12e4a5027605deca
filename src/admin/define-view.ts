import type { Endpoint } from '#contract/endpoint.ts'
import type { ResourceDeclaration, ResourceView } from './resource.ts'
import type { ListEndpoint } from './row-types.ts'

/** Declares one view of a noun in `<view>.view.tsx`: a resource without its name. */
export const defineView = <
  L extends ListEndpoint,
  C extends Endpoint = Endpoint,
  U extends Endpoint = Endpoint,
  O extends Endpoint = L,
>(
  declared: ResourceDeclaration<L, C, U, O>,
): ResourceView => declared as unknown as ResourceView
