import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { EndpointData } from '#contract/endpoint.ts'
import { invitation } from '#contract/invitation.ts'
import { limits } from '#contract/limits.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { LinkButton } from '#src/admin/layout/LinkButton.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { QrImage } from '#src/ui/QrImage.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Invitation.module.css'
import { InviteeList } from './InviteeList.tsx'
import { buildInviteLink, buildPhoneInviteLink } from './invite-link.ts'
import { RewardMonths } from './RewardMonths.tsx'

const PosterDialog = lazyDialog(() => import('./PosterDialog.tsx'))

/** The invitation code in every form it can be shared in. */
function InviteCodeShare({ code }: { code: string }) {
  const [poster, setPoster] = useState(false)
  const link = buildInviteLink(code)
  return (
    <PagePanel title="我的邀请码">
      <div className={styles.share}>
        <div className={styles.words}>
          <p className={styles.code}>
            <b className="visually-hidden">邀请码 {code}</b>
            {[...code].map((letter, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same letter may stand twice, and none moves
              <span key={at} aria-hidden="true">
                {letter}
              </span>
            ))}
          </p>
          <div className={styles.link}>
            <CopyText text={link} label="复制邀请链接" mono />
          </div>
          <div className={styles.actions}>
            <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copyText(link)}>
              复制链接
            </Button>
            <Button icon={<Icon name="copy" />} onClick={() => void copyText(code)}>
              复制邀请码
            </Button>
            <Button icon={<Icon name="download" />} onClick={() => setPoster(true)}>
              生成海报
            </Button>
          </div>
          <p className={styles.hint}>好友打开链接或扫码注册，邀请码会自动填好。</p>
        </div>
        <QrImage label="邀请二维码" text={buildPhoneInviteLink(code)} />
      </div>
      <Suspense fallback={null}>{poster && <PosterDialog code={code} onClose={() => setPoster(false)} />}</Suspense>
    </PagePanel>
  )
}

/** Totals of the rewards earned with the code. */
function InvitationSummary({ summary }: { summary: EndpointData<typeof invitation.get> }) {
  const { invitees, verified, reward, pending, income } = summary
  return (
    <PagePanel title="邀请成果">
      <dl className={styles.figures}>
        <div className={styles.most}>
          <dt>累计奖励</dt>
          <dd>
            <YuanAmount amount={reward} />
          </dd>
        </div>
        <div>
          <dt>待结清</dt>
          <dd>
            <YuanAmount amount={pending} />
          </dd>
        </div>
        <div>
          <dt>已注册</dt>
          <dd>{invitees} 人</dd>
        </div>
        <div>
          <dt>已实名</dt>
          <dd>{verified} 人</dd>
        </div>
        <div>
          <dt>收益钱包</dt>
          <dd>
            <YuanAmount amount={income} />
          </dd>
        </div>
      </dl>
      <LinkButton to={paths.withdrawals}>去提现</LinkButton>
    </PagePanel>
  )
}

const rules = [
  {
    term: '怎么计算',
    value: `好友按量扣费和已结束的订单中现金的部分，减去退款，累计的 ${limits.invitationPercent}%，不足 1 分的留到下一次。代金券和优惠券抵扣的部分不算。`,
  },
  { term: '什么不算', value: '镜像价格归镜像的作者，不计奖励；好友使用你自己的镜像、用平台赠送的余额，也不计。' },
  { term: '好友欠费', value: '欠着的消费是待结清，好友付清之后计入，一直不付就没有奖励。' },
  { term: '什么时候到账', value: '每天结算前一天的消费，奖励进入收益钱包，可以提现。点开受邀用户能看到每一天怎么算出来的。' },
  {
    term: '包日、包周什么时候算',
    value: '买到的时长用完、转为按量或释放之后，按没有退回的部分算；已经计入的订单不再退款，奖励不会收回。',
  },
  { term: '多长时间', value: `好友注册后 ${limits.invitationYears} 年内付的钱。好友的子账号花的钱也算。` },
  { term: '不能邀请自己', value: '一个身份证号只能认证一个账号，登录着自己的账号也不能用自己的邀请码注册。' },
]

/** Explains how rewards are computed. */
function RewardRules() {
  return (
    <PagePanel title="奖励规则">
      <TermList terms={rules} className={styles.rules} />
    </PagePanel>
  )
}

/** Invitation code, ways to share it, and its results (product §6). */
export default function Invitation() {
  const { data, error, refetch } = useEndpoint(invitation.get)
  return (
    <div className={frame.page}>
      <PageHeading
        title="邀请好友"
        meaning={`好友用你的邀请码注册后一年内，现金消费的 ${limits.invitationPercent}% 作为奖励进入你的收益钱包。`}
      />
      <AsyncView
        data={data}
        error={error}
        errorTitle="邀请信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<Skeleton height={320} />}
      >
        {(summary) => (
          <div className={styles.panels}>
            <div className={styles.top}>
              <InviteCodeShare code={summary.invite_code} />
              <InvitationSummary summary={summary} />
            </div>
            <RewardMonths percent={summary.percent} />
            <InviteeList />
            <RewardRules />
          </div>
        )}
      </AsyncView>
    </div>
  )
}
