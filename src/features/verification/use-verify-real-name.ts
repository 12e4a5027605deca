import { resultCodes } from '#contract/codes.ts'
import { users } from '#contract/users.ts'
import { useAction } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { currentUser } from '#src/session/current-user.ts'
import type { RealNameInput } from './person-fields.ts'

const loadUser = () => void currentUser.load().catch(() => undefined)

/** Sends who the person is. Afterwards the whole console knows that the account is verified. */
export function useVerifyRealName() {
  const { run, pending, failure } = useAction(users.verify_real_name, {
    success: ({ data }) => (data.passed === 'T' ? '实名认证已通过' : '已提交，审核通过后会通知你'),
    pageTells: true,
    answers: [users.get_real_name],
    onDone: loadUser,
    onRefused: (refusal) => {
      if (isApiError(refusal) && refusal.code === resultCodes.real_name_done.code) loadUser() // meanwhile, in another tab
    },
  })
  return { verify: (person: RealNameInput) => void run({ body: person }), verifying: pending, failure }
}
