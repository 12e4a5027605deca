import { type FormEvent, useCallback, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { type Directory, directories } from '#contract/directories.ts'
import { callEndpoint } from '#src/api/call.ts'
import { LabelledInput } from '#src/auth/LabelledInput.tsx'
import type { LoginRefusal } from '#src/auth/login.state.ts'
import { paths } from '#src/paths.ts'
import { organisationVisits } from '#src/session/organisation-visits.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './Organisation.module.css'
import { OrganisationFrame } from './OrganisationFrame.tsx'
import { OrganisationSecondStep } from './OrganisationSecondStep.tsx'
import { useLoaded } from './use-loaded.ts'
import { useOrganisationEntry } from './use-organisation-entry.ts'

const { username: UsernameRule, password: PasswordRule } = directories.sign_in.body.shape

interface FormProps {
  directory: Directory
  url: string | null
}

/** Leads to the organisation's own sign-in page. */
function VisitForm({ directory: { slug, name }, url }: FormProps) {
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      const { data } = await callEndpoint(directories.begin, { body: { slug } })
      location.assign(organisationVisits.begin(data, { purpose: 'sign_in', url }))
    } catch {
      setBusy(false) // the call has said why
    }
  }
  return (
    <div className={styles.form}>
      <button
        type="button"
        className={`${controls.button} ${controls.primary} ${controls.large}`}
        aria-disabled={busy}
        onClick={() => void (busy || go())}
      >
        去{name}登录
      </button>
    </div>
  )
}

/** User name and password of an LDAP directory. */
function PasswordForm({ directory: { slug }, url }: FormProps) {
  const entry = useOrganisationEntry(url)
  const [values, setValues] = useState({ username: '', password: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof typeof values, string | undefined>>>({})
  const [busy, setBusy] = useState(false)
  const put = (field: keyof typeof values, value: string) => {
    setValues({ ...values, [field]: value })
    setErrors({ ...errors, [field]: undefined })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const faults = {
      username: UsernameRule.safeParse(values.username).error?.issues[0]?.message,
      password: PasswordRule.safeParse(values.password).error?.issues[0]?.message,
    }
    setErrors(faults)
    if (faults.username || faults.password) return
    setBusy(true)
    try {
      await entry.enter(() => callEndpoint(directories.sign_in, { body: { slug, ...values } }))
    } catch (error) {
      const refusal = error as LoginRefusal
      setErrors({ username: refusal.errors?.username?.[0], password: refusal.errors?.password?.[0] })
    }
    setBusy(false)
  }

  if (entry.ticket) return <OrganisationSecondStep ticket={entry.ticket} entry={entry} />
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <LabelledInput
        name="username"
        label="用户名"
        autoCapitalize="none"
        autoComplete="username"
        spellCheck={false}
        value={values.username}
        error={errors.username}
        onChange={(event) => put('username', event.target.value)}
      />
      <LabelledInput
        name="password"
        label="密码"
        type="password"
        autoComplete="current-password"
        value={values.password}
        error={errors.password}
        onChange={(event) => put('password', event.target.value)}
      />
      <button type="submit" className={`${controls.button} ${controls.primary} ${controls.large}`} aria-disabled={busy}>
        登录
      </button>
    </form>
  )
}

/** Page where people sign in with an account of their school or company. */
export default function OrganisationSignInPage() {
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
  const url = search.get('url')
  const load = useCallback(
    async (signal: AbortSignal) => (await callEndpoint(directories.get, { params: { slug } }, { signal, quiet: true })).data,
    [slug],
  )
  const { data, error, retry } = useLoaded(load)
  return (
    <OrganisationFrame
      title={data?.name ?? '用学校或公司的账号登录'}
      meaning={data && (data.kind === 'ldap' ? '输入你在这个组织的用户名和密码' : '在组织自己的页面上登录，平台看不到你的密码')}
    >
      <AsyncView data={data} error={error} errorTitle="登录页没能打开" onRetry={retry} skeleton={<SkeletonRows />}>
        {(directory) =>
          directory.kind === 'ldap' ? (
            <PasswordForm directory={directory} url={url} />
          ) : (
            <VisitForm directory={directory} url={url} />
          )
        }
      </AsyncView>
      <p className={styles.else}>
        登录即表示同意<Link to={paths.serviceAgreement}>《服务协议》</Link>与<Link to={paths.privacyPolicy}>《隐私政策》</Link>。
      </p>
      <p className={styles.else}>
        <Link to={paths.organisations(url ?? undefined)}>换一个组织</Link>
      </p>
    </OrganisationFrame>
  )
}
