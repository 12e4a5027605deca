import { useNavigate } from 'react-router-dom'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'

/** Buys what is on the screen; success leads to the instance, a refusal to a new price. */
export function useBuy(id: string) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(activities.buy, {
    page_tells: true,
    onDone: () => navigate(paths.container_instance(id)),
  })
  return { buy: ({ token }: ActivityQuote) => void run({ params: { id }, body: { quote: token } }), buying: pending, failure }
}
