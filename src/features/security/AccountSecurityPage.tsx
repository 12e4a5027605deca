import { Button } from 'antd'
import { useState } from 'react'
import {
  type AccountSecurity,
  accountSecurity,
  type SecurityLevel,
  type SessionInfo,
  securityLevels,
} from '#contract/account-security.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccountSecurityPage.module.css'
import { ExportAndClosePanel } from './ExportAndClosePanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SignInMethods } from './SignInMethods.tsx'

function SessionRow({
  session: { id, device, ip, created_at: createdAt, last_seen_at: lastSeenAt, ends_at: endsAt, current },
}: {
  session: SessionInfo
}) {
  const { run, pending } = useAction(accountSecurity.end_session)
  return (
    <SettingRow
      title={device}
      state={
        current && (
          <ToneTag tone="primary" icon="check">
            本机
          </ToneTag>
        )
      }
      action={
        !current && (
          <Button loading={pending} aria-label={`退出 ${device}`} onClick={() => void run({ params: { id } })}>
            退出
          </Button>
        )
      }
    >
      <span className={styles.facts}>
        <span>IP {ip}</span>
        <span>
          最近活动 <TimeText at={lastSeenAt} />
        </span>
        <span>
          登录于 <TimeText at={createdAt} />
        </span>
        <span>
          有效期至 <TimeText at={endsAt} />
        </span>
      </span>
    </SettingRow>
  )
}

const sessionsShown = 5

/** Signed-in sessions, each with a sign-out button; a long list is folded. */
function SessionList() {
  const { data, error, refetch } = useEndpoint(accountSecurity.sessions)
  const ask = useConfirmDialogs()
  const { run, pending } = useAction(accountSecurity.end_other_sessions)
  const [unfolded, setUnfolded] = useState(false)
  const endOthers = () =>
    void ask.confirm({
      title: '退出其他设备',
      content: '除本机外的所有设备都要重新登录；正在运行的实例和数据不受影响。',
      okText: '退出其他设备',
      onOk: () => run(),
    })

  return (
    <PagePanel
      title="登录设备"
      extra={
        data &&
        data.length > 1 && (
          <Button loading={pending} onClick={endOthers}>
            退出其他设备
          </Button>
        )
      }
    >
      <AsyncView data={data} error={error} errorTitle="登录设备加载失败" onRetry={() => void refetch()}>
        {(sessions) => (
          <>
            <SettingRows>
              {(unfolded ? sessions : sessions.slice(0, sessionsShown)).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </SettingRows>
            {sessions.length > sessionsShown && (
              <Button className={styles.fold} type="link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
                {unfolded ? '收起' : `显示全部 ${sessions.length} 次登录`}
              </Button>
            )}
          </>
        )}
      </AsyncView>
    </PagePanel>
  )
}

const cells: Record<SecurityLevel, number> = { low: 1, medium: 2, high: 3 }

/** Builds the list of active and missing protections; an organisation keeps the password of its people itself. */
function buildProtections(
  {
    password_set_at: passwordSetAt,
    wechat_bound_at: wechatBoundAt,
    real_name: realName,
    second_factor_added_at: factorAddedAt,
  }: AccountSecurity,
  byOrganisation: boolean,
) {
  const factor = { kept: factorAddedAt !== null, done: '已开启两步验证', missing: '开启两步验证，密码泄露也登录不了' }
  if (byOrganisation) return [{ kept: true, done: '由组织担保登录', missing: '' }, factor]
  return [
    { kept: passwordSetAt !== null, done: '已设置登录密码', missing: '设置登录密码' },
    factor,
    { kept: wechatBoundAt !== null, done: '已绑定微信', missing: '绑定微信，多一种登录方式' },
    { kept: realName, done: '已实名，可凭身份找回账号', missing: '完成实名认证，便于找回账号' },
  ]
}

/** Security level as lit cells and text, with the missing protections. */
function SecurityLevelPanel({ security }: { security: AccountSecurity }) {
  const byOrganisation = Boolean(useStore(currentUser)?.directory)
  return (
    <PagePanel>
      <div className={styles.level} data-level={security.level}>
        <div className={styles.grade}>
          <span className={styles.label}>安全等级</span>
          <strong className={styles.word}>{securityLevels[security.level]}</strong>
          <span className={styles.cells} aria-hidden="true">
            {[1, 2, 3].map((n) => (
              <span key={n} data-lit={n <= cells[security.level]} />
            ))}
          </span>
        </div>
        <ul className={styles.list}>
          {buildProtections(security, byOrganisation).map(({ kept, done, missing }) => (
            <li key={done} data-kept={kept}>
              <Icon name={kept ? 'check' : 'info'} />
              {kept ? done : `建议${missing}`}
            </li>
          ))}
        </ul>
      </div>
    </PagePanel>
  )
}

/** Skeleton of the page. */
function SecuritySkeleton() {
  return (
    <div className={styles.panels} role="status" aria-label="加载中">
      <PagePanel>
        <Skeleton height={56} />
      </PagePanel>
      <PagePanel>
        <SkeletonRows />
      </PagePanel>
    </div>
  )
}

/** Account security: sign-in methods, sessions, and closing the account (product §6). */
export default function AccountSecurityPage() {
  const { data, error, refetch } = useEndpoint(accountSecurity.get)
  return (
    <div className={frame.page}>
      <PageHeading title="账户安全" meaning="管理登录方式与登录设备。涉及账号安全的操作会先验证是你本人。" />
      <AsyncView
        data={data}
        error={error}
        errorTitle="安全信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<SecuritySkeleton />}
      >
        {(security) => (
          <div className={styles.panels}>
            <SecurityLevelPanel security={security} />
            <SignInMethods security={security} />
            <SecondFactorPanel />
            <SessionList />
            <ExportAndClosePanel />
          </div>
        )}
      </AsyncView>
    </div>
  )
}
