import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import section from '#src/site/section.module.css'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { ApplianceEditions } from './ApplianceEditions.tsx'
import styles from './AppliancePage.module.css'
import { ApplianceScenes } from './ApplianceScenes.tsx'
import { ConsultLink } from './ConsultLink.tsx'
import { ConsultSection } from './ConsultSection.tsx'
import { consultFormId, scrollToConsultForm } from './consult.ts'
import { applianceModels } from './models.ts'
import { RackDrawing } from './RackDrawing.tsx'
import { SpecCarousel } from './SpecCarousel.tsx'
import { applianceAdvantages, applianceServices } from './texts.ts'

const memorySizes = applianceModels.flatMap(({ memory_gb: memoryGb }) => memoryGb ?? [])

function ApplianceHero() {
  return (
    <section className={styles.hero} data-theme="dark">
      <div className={styles.heroInner}>
        <div className={styles.words}>
          <h1 className={styles.heroTitle}>大模型训推一体机</h1>
          <p className={styles.lead}>
            放进自己的机房：训练、微调、推理都在本地，数据不出域。分标准版、专业版、旗舰版，可选 NVIDIA、昇腾、昆仑芯三种芯片。
          </p>
          <dl className={styles.figures}>
            <div>
              <dt>总显存</dt>
              <dd>
                {Math.min(...memorySizes)}–{Math.max(...memorySizes)} GB
              </dd>
            </div>
            <div>
              <dt>型号</dt>
              <dd>{applianceModels.length} 款</dd>
            </div>
            <div>
              <dt>质保</dt>
              <dd>三年</dd>
            </div>
          </dl>
          <div className={styles.actions}>
            <ConsultLink className={`${controls.button} ${controls.primary} ${controls.large}`}>预约售前咨询</ConsultLink>
            <a className={`${controls.button} ${controls.plain} ${controls.large}`} href="#models">
              看型号与规格
            </a>
          </div>
        </div>
        <figure className={styles.art}>
          <RackDrawing />
          <figcaption className={styles.artCaption}>示意图：每格 24 GB 显存；未画格子的型号，显存按订单配置。</figcaption>
        </figure>
      </div>
    </section>
  )
}

/** The value-added services as a table, and the warranty (requirements §1). */
function ApplianceServices() {
  return (
    <section className={section.sheet} aria-labelledby="services-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="services-title" className={section.title}>
            增值服务
          </h2>
          <p className={section.lead}>机器之外的工作由专家来做，每一项都先说清做什么、交付什么，单独报价。</p>
        </header>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">服务</th>
              <th scope="col">做什么</th>
              <th scope="col">交付什么</th>
            </tr>
          </thead>
          <tbody>
            {applianceServices.map(({ name, does, result }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="做什么">{does}</td>
                <td data-label="交付什么">{result}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.warranty}>
          <strong className={styles.years}>三年质保</strong>
          <p>三个版本、三种芯片都含三年质保。响应方式、备件与上门的约定写进采购合同，以合同为准。</p>
        </div>
      </div>
    </section>
  )
}

function ApplianceAdvantages() {
  return (
    <section className={section.ink} data-theme="dark" aria-labelledby="advantages-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="advantages-title" className={section.title}>
            为什么私有部署
          </h2>
        </header>
        <dl className={styles.list}>
          {applianceAdvantages.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** The blue bar that links to the market (requirements §2). */
function MarketLinkBar() {
  return (
    <Link className={styles.bar} to={paths.market}>
      <span className={styles.barInner}>
        <span>
          <strong className={styles.barTitle}>还没到买机器的时候</strong>
          <span className={styles.barText}>先在云上按小时租同类的 GPU，把模型与显存需求试出来。</span>
        </span>
        <span className={styles.go}>
          去算力市场
          <Icon name="chevron" />
        </span>
      </span>
    </Link>
  )
}

/** The training and inference appliance: models, use cases and whom to contact (requirements §1, §2). */
export default function AppliancePage() {
  useTitle('大模型训推一体机')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${consultFormId}`) scrollToConsultForm()
  }, [hash])
  return (
    <>
      <ApplianceHero />
      <SpecCarousel />
      <ApplianceEditions />
      <ApplianceAdvantages />
      <ApplianceScenes />
      <MarketLinkBar />
      <ApplianceServices />
      <ConsultSection />
    </>
  )
}
