import { accountMessage } from '#contract/account-message.ts'
import { accountSecurity, securityLevels } from '#contract/account-security.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { getDisplayName } from '#src/ui/display-name.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccountSummary.module.css'
import { LabeledFigure, LabeledMoney } from './LabeledFigure.tsx'

const live = ['wallet', 'user', 'instances'] as const

/** Name, verification, wallets and resource counts; each links to the page that manages it. */
export function AccountSummary() {
  const user = useStore(currentUser)
  const { data, error, refetch } = useEndpoint(accountMessage.get, {}, { live })
  const { data: security } = useEndpoint(accountSecurity.get)
  const master = user?.account_type !== 'sub'
  const verified = user?.real_name.passed === 'T'
  return (
    <PagePanel>
      <div className={styles.who}>
        <Avatar user={user} large />
        <div className={styles.words}>
          <span className={styles.name}>
            <strong>{user && getDisplayName(user)}</strong>
            <ToneTag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </ToneTag>
            <ToneTag>{master ? '主账号' : '子账号'}</ToneTag>
            {user?.is_creator && <ToneTag tone="primary">创作者</ToneTag>}
          </span>
          <span className={styles.ids}>
            {user?.phone}
            {user && <CopyText text={user.uuid} label="复制 UUID" mono />}
          </span>
        </div>
      </div>
      <AsyncView
        data={data}
        error={error}
        errorTitle="账户信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<Skeleton height={176} />}
      >
        {({ wallets, instances, secret_keys: secretKeys, sub_accounts: subAccounts, invitees }) => (
          <>
            <dl className={styles.facts} aria-label="钱包">
              <LabeledMoney label="可用余额" amount={wallets.cash} to={paths.incomeDetail} />
              <LabeledMoney label="代金券" amount={wallets.voucher} to={paths.coupons} />
              <LabeledMoney label="收益" amount={wallets.income} to={master ? paths.withdrawals : undefined} />
              <LabeledMoney
                label="冻结中"
                amount={wallets.frozen}
                more={wallets.income_frozen}
                to={master ? paths.withdrawals : undefined}
              />
            </dl>
            <dl className={styles.facts} aria-label="账户">
              <LabeledFigure label="安全等级" to={paths.accountSecurity}>
                {security ? securityLevels[security.level] : '—'}
              </LabeledFigure>
              <LabeledFigure label="实例" to={paths.containerInstances}>
                {instances} 台
              </LabeledFigure>
              <LabeledFigure label="SSH 密钥" to={paths.secretKeys}>
                {secretKeys} 把
              </LabeledFigure>
              {master && (
                <LabeledFigure label="子账号" to={paths.subAccounts}>
                  {subAccounts} 个
                </LabeledFigure>
              )}
              {master && (
                <LabeledFigure label="已邀请" to={paths.invitation}>
                  {invitees} 人
                </LabeledFigure>
              )}
              {master && user && (
                <LabeledFigure label="邀请码">
                  <CopyText text={user.invite_code} label="复制邀请码" mono />
                </LabeledFigure>
              )}
            </dl>
          </>
        )}
      </AsyncView>
    </PagePanel>
  )
}
