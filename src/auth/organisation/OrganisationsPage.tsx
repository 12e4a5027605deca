import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { DirectorySlug, directories } from '#contract/directories.ts'
import { callEndpoint } from '#src/api/call.ts'
import { LabelledInput } from '#src/auth/LabelledInput.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './Organisation.module.css'
import { OrganisationFrame } from './OrganisationFrame.tsx'
import { useLoaded } from './use-loaded.ts'

const loadOrganisations = async (signal: AbortSignal) => (await callEndpoint(directories.list, {}, { signal, quiet: true })).data

/** Page where people choose the school or company whose account they sign in with. */
export default function OrganisationsPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const url = search.get('url') ?? undefined
  const { data, error, retry } = useLoaded(loadOrganisations)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()

  const open = (event: FormEvent) => {
    event.preventDefault()
    const checked = DirectorySlug.safeParse(code)
    setFault(checked.error?.issues[0]?.message)
    if (checked.success) void navigate(paths.organisation(checked.data, url))
  }

  return (
    <OrganisationFrame title="用学校或公司的账号登录" meaning="不用注册，也不用手机号">
      <AsyncView data={data} error={error} errorTitle="组织列表加载失败" onRetry={retry} skeleton={<SkeletonRows />}>
        {(listed) =>
          listed.length > 0 && (
            <ul className={styles.list} aria-label="组织">
              {listed.map(({ slug, name }) => (
                <li key={slug}>
                  <Link to={paths.organisation(slug, url)} className={styles.organisation}>
                    {name}
                    <Icon name="chevron" />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncView>
      <form className={styles.form} noValidate onSubmit={open}>
        <LabelledInput
          name="slug"
          label="组织代码"
          hint="组织的管理员会告诉你"
          value={code}
          error={fault}
          autoCapitalize="none"
          autoComplete="organization"
          spellCheck={false}
          maxLength={32}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className={`${controls.button} ${controls.plain} ${controls.large}`}>
          下一步
        </button>
      </form>
      <p className={styles.else}>
        没有这样的账号？<Link to={paths.home({ type: 'login', url })}>用手机号登录或注册</Link>
      </p>
    </OrganisationFrame>
  )
}
