import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AuthTokens } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { toLoginRefusal } from '#src/auth/login.effects.ts'
import type { LoginRefusal } from '#src/auth/login.state.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { lastPage } from '#src/session/last-page.ts'
import { session } from '#src/session/session.ts'
import { toSafePath } from '#src/ui/safe-path.ts'
import { toast } from '#src/ui/toast.ts'

interface OrganisationEntry {
  /** The first step is done, and the account has a second factor. */
  ticket: string | null
  /** Signs in by a call, and opens the page that was asked for. Throws a `LoginRefusal` for anything but the second step. */
  enter: (call: () => Promise<{ data: AuthTokens; message: string }>) => Promise<void>
  restart: () => void
}

/** The end of every sign-in by an organisation: the tokens, or the second step. */
export function useOrganisationEntry(url: string | null): OrganisationEntry {
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string | null>(null)
  return {
    ticket,
    restart: () => setTicket(null),
    enter: async (call) => {
      try {
        const { data, message } = await call()
        session.signIn(data)
        await currentUser.load()
        toast.success(message)
        const left = lastPage.take(data.userId)
        void navigate(toSafePath(url) ?? toSafePath(left) ?? paths.dataOverview, { replace: true })
      } catch (error) {
        const refusal: LoginRefusal = toLoginRefusal(error)
        if (refusal.code !== resultCodes.second_factor_required.code || !refusal.ticket) throw refusal
        setTicket(refusal.ticket.token)
      }
    },
  }
}
