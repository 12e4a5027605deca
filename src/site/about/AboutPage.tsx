import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import section from '#src/site/section.module.css'
import { useTitle } from '#src/site/use-title.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { QrCode } from '#src/ui/support/QrCode.tsx'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { useSupport } from '#src/ui/support/use-support.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import styles from './AboutPage.module.css'

const toTelLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** Contact channels of the company: those configured, plus the chat and the form, which always exist. */
function ContactChannels() {
  const support = useSupport()
  const { email = null, phone = null, address = null } = support?.contact ?? {}
  const service = support?.qrcodes.service
  return (
    <section className={section.sheet} aria-labelledby="contact-title">
      <div className={`${section.inner} ${styles.columns}`}>
        <div>
          <header className={section.head}>
            <h2 id="contact-title" className={section.title}>
              联系我们
            </h2>
            <p className={section.lead}>来信和意见，我们在 {limits.contactReplyWorkingDays} 个工作日内答复。</p>
          </header>
          <dl className={styles.channels}>
            {email && (
              <div>
                <dt>邮箱</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt>电话</dt>
                <dd>
                  <a href={toTelLink(phone)}>{phone}</a>
                </dd>
              </div>
            )}
            {address && (
              <div>
                <dt>地址</dt>
                <dd>{address}</dd>
              </div>
            )}
            <div>
              <dt>使用中的问题</dt>
              <dd>
                <SupportButton label="1v1 支持" side="above" className={`${controls.button} ${controls.plain}`}>
                  <Icon name="chat" />
                  1v1 支持
                </SupportButton>
              </dd>
            </div>
            <div>
              <dt>购买与合作</dt>
              <dd>
                <Link className={`${controls.button} ${controls.plain}`} to={`${paths.lgModelAio}#consult`}>
                  填写售前咨询
                </Link>
              </dd>
            </div>
          </dl>
        </div>
        {service && <QrCode code={service} caption="微信扫码，联系客服" sample="客服（示例码）" />}
      </div>
    </section>
  )
}

/** The figures of requirements §1, in its order. */
const companyStats = [
  { value: '33%', label: '效率提升' },
  { value: '12000+', label: '用户' },
  { value: '4000+', label: '解决的问题' },
  { value: '8000P', label: '算力规模' },
] as const

/** Responsibilities as roles, not named people. */
const companyTeams = [
  { name: '算力运维', does: '机房、主机与网络，看着每一张卡的温度和状态，维护之前先公告。' },
  { name: '平台研发', does: '调度、计费、镜像与控制台。计费精确到秒，每一笔都能打开核对。' },
  { name: '算法专家', does: '微调、推理加速与方案咨询，和用户一起把模型跑起来。' },
  { name: '售前', does: '一体机与大客户方案：先问清任务，再谈型号与配置。' },
  { name: '客户支持', does: '1v1 解答使用中的问题，跟到解决为止。' },
  { name: '安全与合规', does: '保护账号与数据，审核内容、防止挖矿，解释协议。' },
] as const

const columns = 40
/** A die that lights up from the left, symbolising a platform that fills up. */
const dieCells = Array.from({ length: columns * 8 }, (_, cell) => {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  return (x * 7 + y * 13) % 11 < 9 - (x / columns) * 9 ? 1 - (x / columns) * 0.6 : 0
})

/** About page: who runs the platform, in figures and in roles, and how to reach them (requirements §1). */
export default function AboutPage() {
  useTitle('关于我们')
  const brand = useBrand()
  return (
    <>
      <section className={section.ink} data-theme="dark" aria-labelledby="about-title">
        <div className={`${section.inner} ${styles.intro}`}>
          <h1 id="about-title" className={styles.title}>
            关于{brand}
          </h1>
          <p className={styles.lead}>
            {brand}把 GPU
            变成按小时、按天、按周就能租用的容器实例，也提供放进自己机房的大模型训推一体机。我们服务个人开发者、学生、高校研究者、中小企业与机构。
          </p>
          <p className={styles.lead}>
            我们相信算力应当像电一样：价格写在前面，用多少算多少，每一度都有表可查。所以余量是实时的，进入运行中才按秒计费，每一笔账都能点开，看到起止时间和单价。
          </p>
          <CellGrid cells={dieCells} columns={columns} cell={14} gap={6} className={styles.die} />
        </div>
      </section>
      <section className={section.sheet} aria-labelledby="stats-title">
        <div className={`${section.inner} ${styles.figures}`}>
          <h2 id="stats-title" className="visually-hidden">
            数字
          </h2>
          <dl className={styles.stats}>
            {companyStats.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className={section.paper} aria-labelledby="team-title">
        <div className={section.inner}>
          <header className={section.head}>
            <h2 id="team-title" className={section.title}>
              团队
            </h2>
            <p className={`${section.lead} ${styles.teamLead}`}>
              六个小组各管一段，从一次开机到一张账单，都有人负责。费用怎么算，见
              <a href={paths.help}>文档</a>；想先试试，去<Link to={paths.market}>算力市场</Link>。
            </p>
          </header>
          <dl className={styles.teams}>
            {companyTeams.map(({ name, does }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <ContactChannels />
    </>
  )
}
