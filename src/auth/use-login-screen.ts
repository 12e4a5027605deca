import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { lastPage } from '#src/session/last-page.ts'
import { session } from '#src/session/session.ts'
import { toSafePath } from '#src/ui/safe-path.ts'
import { toast } from '#src/ui/toast.ts'
import type { LoginField } from './login.state.ts'
import { useLogin } from './use-login.ts'

interface LoginScreen extends ReturnType<typeof useLogin> {
  form: RefObject<HTMLFormElement | null>
}

/** Shared logic of the dialog and the phone screen: the machine, focus handling, and the redirect after login. */
export function useLoginScreen(mode: 'login' | 'register' | 'reset_password'): LoginScreen {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const wanted = useRef<LoginField>(null)
  const focus = (field: LoginField) => {
    const input = form.current?.elements.namedItem(field)
    wanted.current = input ? null : field
    if (input instanceof HTMLElement) input.focus()
  }
  // a field of another mode exists only after the next render
  useEffect(() => {
    if (!wanted.current) return
    focus(wanted.current)
    wanted.current = null
  })
  // a signed-in user may register an account for someone else
  const [onlyRegister] = useState(() => session.token() !== null)
  const asked = search.get('url')
  const goOn = useCallback(() => {
    const left = lastPage.take(session.token()?.userId)
    void navigate(toSafePath(asked) ?? toSafePath(left) ?? paths.dataOverview, { replace: true })
  }, [navigate, asked])
  useEffect(() => (onlyRegister ? undefined : session.onArrivedElsewhere(goOn)), [onlyRegister, goOn])
  const login = useLogin({
    mode,
    onlyRegister,
    invite_code: search.get('invite_code'),
    focus,
    onEntered: (message) => {
      toast.clear() // earlier errors no longer matter
      if (message) toast.success(message)
      goOn()
    },
  })
  return { ...login, form }
}
