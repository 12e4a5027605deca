import { account_message } from '#contract/account-message.ts'
import { account_security, security_levels } from '#contract/account-security.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { nameOf } from '#src/ui/display-name.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccountSummary.module.css'
import { Fact, Money } from './LabeledFigure.tsx'

const live = ['wallet', 'user', 'instances'] as const

/** Name, verification, wallets and what the account has; each leads to where it is settled. */
export function Glance() {
  const user = useStore(current_user)
  const { data, error, refetch } = useEndpoint(account_message.get, {}, { live })
  const { data: security } = useEndpoint(account_security.get)
  const master = user?.account_type !== 'sub'
  const verified = user?.real_name.passed === 'T'
  return (
    <Panel>
      <div className={styles.who}>
        <Avatar user={user} large />
        <div className={styles.words}>
          <span className={styles.name}>
            <strong>{user && nameOf(user)}</strong>
            <Tag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </Tag>
            <Tag>{master ? '主账号' : '子账号'}</Tag>
            {user?.is_creator && <Tag tone="primary">创作者</Tag>}
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
        {({ wallets, instances, secret_keys, sub_accounts, invitees }) => (
          <>
            <dl className={styles.facts} aria-label="钱包">
              <Money label="可用余额" amount={wallets.cash} to={paths.income_detail} />
              <Money label="代金券" amount={wallets.voucher} to={paths.coupons} />
              <Money label="收益" amount={wallets.income} to={master ? paths.withdrawals : undefined} />
              <Money
                label="冻结中"
                amount={wallets.frozen}
                more={wallets.income_frozen}
                to={master ? paths.withdrawals : undefined}
              />
            </dl>
            <dl className={styles.facts} aria-label="账户">
              <Fact label="安全等级" to={paths.account_security}>
                {security ? security_levels[security.level] : '—'}
              </Fact>
              <Fact label="实例" to={paths.container_instances}>
                {instances} 台
              </Fact>
              <Fact label="SSH 密钥" to={paths.secret_keys}>
                {secret_keys} 把
              </Fact>
              {master && (
                <Fact label="子账号" to={paths.sub_accounts}>
                  {sub_accounts} 个
                </Fact>
              )}
              {master && (
                <Fact label="已邀请" to={paths.invitation}>
                  {invitees} 人
                </Fact>
              )}
              {master && user && (
                <Fact label="邀请码">
                  <CopyText text={user.invite_code} label="复制邀请码" mono />
                </Fact>
              )}
            </dl>
          </>
        )}
      </AsyncView>
    </Panel>
  )
}
