import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { type View, views } from '#contract/views.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

type NewView = z.input<(typeof views.create)['body']>
export type ViewChange =
  | { do: 'create'; view: NewView }
  | { do: 'update'; id: string; changes: Partial<Omit<NewView, 'resource'>> }
  | { do: 'remove'; id: string }

/** What the person reads when it worked. */
const send = async (change: ViewChange): Promise<string> => {
  if (change.do === 'create') return (await call(views.create, { body: change.view })).message
  const params = { id: change.id }
  if (change.do === 'remove') return (await call(views.remove, { params })).message
  return (await call(views.update, { params, body: change.changes })).message
}

/** The saved views of one list, and changing them; whatever is refused is told with its reason. */
export function useViews(resource: string) {
  const client = useQueryClient()
  const queryKey = ['views', resource]
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(views.list, { query: { resource, page_size: limits.views_max } }, { signal })).data as View[],
    staleTime: 60_000,
  })
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message)
      return client.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      const fields = isApiError(error) ? Object.values(error.errors ?? {}).flat() : []
      toast.error(fields[0] ?? (isApiError(error) ? error.message : '操作失败，请重试'))
    },
  })
  /** Resolves to whether it was done. */
  const change = (wish: ViewChange): Promise<boolean> =>
    mutateAsync(wish).then(
      () => true,
      () => false,
    )
  return { views: data, change, busy: isPending }
}
