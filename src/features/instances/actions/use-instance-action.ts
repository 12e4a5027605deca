import { useQueryClient } from '@tanstack/react-query'
import type { DataOf, Endpoint, Sent } from '#contract/endpoint.ts'
import type { Instance } from '#contract/instances.ts'
import { useAction } from '#src/admin/use-action.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'

/** Done to one instance, and answered by it. */
type ActEndpoint = Endpoint & { data: { _zod: { output: Instance } } }

/** Does something to an instance once: trying again after a lost answer repeats the same intent (product §11). */
export function useAct<E extends ActEndpoint>(endpoint: E, { id }: Pick<Instance, 'id'>, onDone: () => void) {
  const client = useQueryClient()
  const { run, pending, failure } = useAction(endpoint, {
    page_tells: true,
    onDone: ({ data }) => {
      patchRows(client, 'instances', [data as DataOf<E> & Instance])
      onDone()
    },
  })
  const act = (body?: Sent<E>['body']) => void run({ params: { id }, body } as unknown as Sent<E>)
  return { act, acting: pending, failure }
}
