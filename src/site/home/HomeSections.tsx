import { Link } from 'react-router-dom'
import { applianceEditions } from '#contract/appliance.ts'
import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { paths } from '#src/paths.ts'
import { applianceModels } from '#src/site/appliance/models.ts'
import FleetCells from '#src/site/board/FleetCells.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ApplianceMemoryCells } from './ApplianceMemoryCells.tsx'
import { BillCalculator } from './BillCalculator.tsx'
import { CommunitySection } from './CommunitySection.tsx'
import { ConsolePreview } from './ConsolePreview.tsx'
import { DiscountSection } from './DiscountSection.tsx'
import { ExpertServices } from './ExpertServices.tsx'
import { HomeNav } from './HomeNav.tsx'
import { HomeProductList } from './HomeProductList.tsx'
import { HomeSection } from './HomeSection.tsx'
import styles from './HomeSections.module.css'
import { RegisterOrConsoleLink } from './RegisterOrConsoleLink.tsx'
import { SideBox } from './SideBox.tsx'
import { SolutionsSection } from './SolutionsSection.tsx'

const columns = 24
const dieRows = 3

/** A die of which each step lights another third, column by column. */
const computeProgressCells = (done: number) =>
  Array.from({ length: columns * dieRows }, (_, index) => (index % columns < (columns * done) / 3 ? 1 : 0))

const steps = [
  {
    title: '注册并实名',
    text: '用手机号注册，登录后完成实名认证；第一次下单之前要先实名。',
  },
  {
    title: '选卡，看报价',
    text: `选型号、卡数、镜像和数据盘，下单前先看报价：现在付多少、每小时多少、什么时候停、数据怎么办。报价 ${limits.quoteValidSeconds / 60} 分钟内有效。`,
  },
  {
    title: '开机使用',
    text: '创建走到哪一步，控制台里看得到。在浏览器里就能打开终端，随时关机或释放，每次变化都记在时间线上。',
  },
]

/** Quick start (requirements §1). */
function QuickStartSteps() {
  return (
    <HomeSection id="start" ground="ink" title="从选卡到开机，三步">
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <CellGrid cells={computeProgressCells(index + 1)} columns={columns} cell={9} gap={5} className={styles.die} />
            <h3 className={styles.stepTitle}>{title}</h3>
            <p className={styles.stepText}>{text}</p>
          </li>
        ))}
      </ol>
      <ConsolePreview />
      <div className={styles.stepActions}>
        <RegisterOrConsoleLink primary />
        <a
          className={`${controls.button} ${controls.plain} ${controls.large}`}
          href={paths.helpArticle('quick-start')}
          target="_blank"
          rel="noopener"
        >
          阅读快速开始
          <Icon name="external" label="在新窗口打开" />
        </a>
      </div>
    </HomeSection>
  )
}

const modelsWithoutMemory = applianceModels.filter(({ memory_gb: memoryGb }) => memoryGb === null)

function ApplianceTeaser() {
  return (
    <HomeSection
      id="appliance"
      ground="ink"
      title="大模型训练推理一体机"
      lead="从 192 GB 到 1128 GB 显存，三个版本对应不同的模型规模；另有昇腾与昆仑芯版本。三年质保。"
    >
      <ul className={styles.machines}>
        {applianceModels.map(
          ({ name, edition, memory_gb: memoryGb }) =>
            memoryGb !== null && (
              <li key={name} className={styles.machine}>
                <div className={styles.cells}>
                  <ApplianceMemoryCells memory={memoryGb} columns={12} cell={20} gap={5} label={`${memoryGb} GB 显存`} />
                </div>
                <p className={styles.edition}>{applianceEditions[edition]}</p>
                <h3 className={styles.model}>{name}</h3>
                <p className={styles.memory}>{memoryGb} GB 显存</p>
              </li>
            ),
        )}
      </ul>
      <p className={styles.others}>每格 24 GB。昇腾与昆仑芯版本：{modelsWithoutMemory.map(({ name }) => name).join('、')}。</p>
      <div className={styles.machineActions}>
        <Link className={`${controls.button} ${controls.primary} ${controls.large}`} to={paths.lgModelAio}>
          查看规格与场景
        </Link>
        <SupportButton label="售前咨询" className={`${controls.button} ${controls.plain} ${controls.large}`} />
      </div>
    </HomeSection>
  )
}

function ClosingBanner() {
  const { data } = useStore(homeDataStore)
  return (
    <section className={styles.call} data-theme="dark">
      <div className={styles.backdrop}>{data?.market && <FleetCells market={data.market} />}</div>
      <div className={styles.callInner}>
        <h2 className={styles.callTitle}>从一张卡开始</h2>
        <p className={styles.callText}>余额够运行一小时就能开机，没用完的一直在账户里。</p>
        <RegisterOrConsoleLink primary />
      </div>
    </section>
  )
}

/** The billing rules, each with the constant the system uses (product §4, §5; contract/limits.ts). */
const billingRules = [
  {
    title: '进入运行中才开始计费',
    text: '创建和开机的过程不计费；启动失败不收费。',
  },
  {
    title: '按秒计量，整点与停止时结算',
    text: '费用 = 每小时价格 × 秒数 ÷ 3600，只收整分；不足 1 分的部分留到下一次运行。',
  },
  {
    title: '按量计费，关机就停',
    text: '关机后显卡归还，数据保留，不再收费；包日、包周在有效期内为你保留显卡。',
  },
  {
    title: `系统盘 ${limits.systemDiskGb} GB，数据盘 ${limits.freeDataDiskGb} GB 免费`,
    text: `超出的数据盘每 GB 每小时 ¥${formatMicroAsYuan(BigInt(limits.dataDiskPriceMicroPerGbHour))}，最大 ${limits.dataDiskMaxGb} GB。`,
  },
  {
    title: `余额用完后有 ${limits.arrearsGraceSeconds / 3600} 小时宽限`,
    text: '宽限结束才关机，关机不删数据。',
  },
] as const

function BillingRules() {
  return (
    <HomeSection id="billing" ground="sheet" title="账单怎么算" lead="规则写在前面，每一笔扣费都能点开，看到起止时间和单价。">
      <div className={styles.columns}>
        <dl className={styles.facts}>
          {billingRules.map(({ title, text }) => (
            <div key={title} className={styles.fact}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <BillCalculator />
      </div>
    </HomeSection>
  )
}

/** Everything below the first screen, loaded later. */
export default function HomeSections() {
  return (
    <>
      <HomeNav />
      <HomeProductList />
      <SolutionsSection />
      <QuickStartSteps />
      <DiscountSection />
      <ExpertServices />
      <ApplianceTeaser />
      <CommunitySection />
      <BillingRules />
      <ClosingBanner />
      <SideBox />
    </>
  )
}
