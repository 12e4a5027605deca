import { useNavigate } from 'react-router-dom'
import { auth } from '#contract/auth.ts'
import { call } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'

/** Signs in to the account that was just accepted, and goes to the console. */
export function useEnter() {
  const navigate = useNavigate()
  return async (by: { phone: string; password: string }, message: string): Promise<void> => {
    const { data } = await call(auth.login, { body: { account_type: 'sub', ...by } })
    session.sign_in(data)
    await current_user.load()
    toast.success(message)
    void navigate(paths.data_overview, { replace: true })
  }
}
