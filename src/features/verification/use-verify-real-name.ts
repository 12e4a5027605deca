import { codes } from '#contract/codes.ts'
import { users } from '#contract/users.ts'
import { useAction } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { current_user } from '#src/session/current-user.ts'
import type { Person } from './person-fields.ts'

const loadUser = () => void current_user.load().catch(() => undefined)

/** Sends who the person is. Afterwards the whole console knows that the account is verified. */
export function useVerify() {
  const { run, pending, failure } = useAction(users.verify_real_name, {
    success: ({ data }) => (data.passed === 'T' ? '实名认证已通过' : '已提交，审核通过后会通知你'),
    page_tells: true,
    answers: [users.get_real_name],
    onDone: loadUser,
    onRefused: (refusal) => {
      if (isApiError(refusal) && refusal.code === codes.real_name_done.code) loadUser() // meanwhile, in another tab
    },
  })
  return { verify: (person: Person) => void run({ body: person }), verifying: pending, failure }
}
