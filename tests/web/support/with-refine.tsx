import { Refine } from '@refinedev/core'
import type { ReactNode } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { createQueryClient } from '#src/providers/query-client.ts'

/** What stands around a part of a page in the console, for a test of that part alone: Refine on our data provider. */
export function createRefineWrapper(resources: readonly Resource[] = []) {
  const client = createQueryClient()
  const dataProvider = createDataProvider(
    resources.map((resource) => ({ ...resource, load: async () => resource }) as unknown as ResourceEntry),
  )
  return ({ children }: { children: ReactNode }) => (
    <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}>
      {children}
    </Refine>
  )
}
