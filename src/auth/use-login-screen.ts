import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { left_page } from '#src/session/last-page.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { Field } from './login.state.ts'
import { safeUrl } from './safe-path.ts'
import { useLogin } from './use-login.ts'

interface Screen extends ReturnType<typeof useLogin> {
  form: RefObject<HTMLFormElement | null>
}

/** What dialog and phone screen share: the machine, the focus in its form, and the way to the asked page after login. */
export function useLoginScreen(mode: 'login' | 'register' | 'reset_password'): Screen {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const wanted = useRef<Field>(null)
  const focus = (field: Field) => {
    const input = form.current?.elements.namedItem(field)
    wanted.current = input ? null : field
    if (input instanceof HTMLElement) input.focus()
  }
  // a field of another form comes with the next drawing
  useEffect(() => {
    if (!wanted.current) return
    focus(wanted.current)
    wanted.current = null
  })
  // somebody who is signed in may register an account for another
  const [only_register] = useState(() => session.token() !== null)
  const asked = search.get('url')
  const goOn = useCallback(() => {
    const left = left_page.take(session.token()?.userId)
    void navigate(safeUrl(asked) ?? safeUrl(left) ?? paths.data_overview, { replace: true })
  }, [navigate, asked])
  useEffect(() => (only_register ? undefined : session.on_arrived_elsewhere(goOn)), [only_register, goOn])
  const login = useLogin({
    mode,
    only_register,
    invite_code: search.get('invite_code'),
    focus,
    onEntered: (message) => {
      toast.clear() // what went wrong before is over
      if (message) toast.success(message)
      goOn()
    },
  })
  return { ...login, form }
}
