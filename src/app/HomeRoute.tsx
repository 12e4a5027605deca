import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import HomePage from '#src/site/home/HomePage.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const LoginDialog = lazyDialog(() => import('#src/auth/LoginDialog.tsx'))

const modes = ['login', 'register', 'reset_password'] as const

/** Home page; `type` in the address opens the login dialog over it, and closing the dialog returns here (requirements §2, §4). */
export default function HomeRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const mode = modes.find((known) => known === search.get('type'))
  return (
    <>
      <HomePage covered={mode !== undefined} />
      {mode && (
        <Suspense fallback={null}>
          <LoginDialog mode={mode} onClose={() => void navigate(paths.home(), { replace: true })} />
        </Suspense>
      )}
    </>
  )
}
