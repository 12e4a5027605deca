import { describe, expect, it } from 'vitest'
import { type Endpoint, hasPathPrefix, parseEndpointNoun } from '#contract/endpoint.ts'
import type { BulkRowAction, Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

const modules = import.meta.glob<Resource>(['/src/features/**/*.resource.tsx', '/src/operator/**/*.resource.tsx'], {
  eager: true,
  import: 'default',
})
const calls = (actions: readonly (RowAction<Row> | BulkRowAction<Row>)[]): Endpoint[] =>
  actions.flatMap((action) =>
    'endpoint' in action ? [action.endpoint, ...('undo' in action && action.undo ? [action.undo] : [])] : [],
  )

const acts = Object.values(modules).flatMap((resource) =>
  calls([...(resource.actions ?? []), ...(resource.bulk ?? [])]).map((endpoint) => ({
    name: resource.name,
    endpoint,
    path: endpoint.path,
    list: resource.api.list.path,
  })),
)

describe('An action on rows, one or many, leaves their list fresh', () => {
  it.each(acts)('$name: $path', ({ endpoint, list }) => {
    const beginnings = [parseEndpointNoun(endpoint), ...endpoint.invalidates]
    expect(
      beginnings.some((beginning) => hasPathPrefix(list, beginning)),
      `${beginnings} invalidate nothing of ${list}`,
    ).toBe(true)
  })
})
