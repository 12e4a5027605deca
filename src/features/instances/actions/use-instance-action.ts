import { useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, EndpointData } from '#contract/endpoint.ts'
import type { Instance } from '#contract/instances.ts'
import { useAction } from '#src/admin/use-action.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'

/** An endpoint that acts on one instance and returns it. */
type InstanceEndpoint = Endpoint & { data: { _zod: { output: Instance } } }

/** Runs an action on an instance once: a retry after a lost answer repeats the same idempotent intent (product §11). */
export function useInstanceAction<E extends InstanceEndpoint>(endpoint: E, { id }: Pick<Instance, 'id'>, onDone: () => void) {
  const client = useQueryClient()
  const { run, pending, failure } = useAction(endpoint, {
    pageTells: true,
    onDone: ({ data }) => {
      patchRows(client, 'instances', [data as EndpointData<E> & Instance])
      onDone()
    },
  })
  const act = (body?: CallInput<E>['body']) => void run({ params: { id }, body } as unknown as CallInput<E>)
  return { act, acting: pending, failure }
}
