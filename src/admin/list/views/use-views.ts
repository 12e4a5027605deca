import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { type SavedView, views } from '#contract/views.ts'
import { useActions } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { toast } from '#src/ui/toast.ts'

type NewView = z.input<(typeof views.create)['body']>
export type SavedViewChange =
  | { do: 'create'; view: NewView }
  | { do: 'update'; id: string; changes: Partial<Omit<NewView, 'resource'>> }
  | { do: 'remove'; id: string }

/** Loads and changes the saved views of a list; toasts refusals. */
export function useSavedViews(resource: string) {
  const { data } = useEndpoint(views.list, { query: { resource, page_size: limits.viewsMax } }, { staleTime: 60_000 })
  const { run, pending } = useActions({
    show: (errors) => {
      const [first] = Object.values(errors).flat()
      if (first) toast.error(first)
    },
  })
  /** Resolves to whether the change succeeded. */
  const change = async (wish: SavedViewChange): Promise<boolean> => {
    const done = await (wish.do === 'create'
      ? run(views.create, { body: wish.view })
      : wish.do === 'remove'
        ? run(views.remove, { params: { id: wish.id } })
        : run(views.update, { params: { id: wish.id }, body: wish.changes }))
    return done !== undefined
  }
  return { views: data as SavedView[] | undefined, change, busy: pending }
}
