import { useNavigate, useSearchParams } from 'react-router-dom'
import { PhoneScreen } from '#src/auth/phone/PhoneScreen.tsx'
import { paths } from '#src/paths.ts'

/** Page of /phone-login and /phone-register (requirements §2): one screen; the path selects the tab. */
export default function PhoneLoginPage({ mode }: { mode: 'login' | 'register' }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const show = (shown: 'login' | 'register') => {
    const query = { url: search.get('url') ?? undefined, invite_code: search.get('invite_code') ?? undefined }
    void navigate(shown === 'login' ? paths.phoneLogin(query) : paths.phoneRegister(query), { replace: true })
  }
  return <PhoneScreen mode={mode} onMode={show} onClose={() => void navigate(paths.home(), { replace: true })} />
}
