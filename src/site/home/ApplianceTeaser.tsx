import { Link } from 'react-router-dom'
import { appliance_editions } from '#contract/appliance.ts'
import { paths } from '#src/paths.ts'
import { models } from '#src/site/appliance/models.ts'
import controls from '#src/ui/controls.module.css'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { ApplianceCells } from './ApplianceMemoryCells.tsx'
import styles from './ApplianceTeaser.module.css'
import { Section } from './HomeSection.tsx'

const others = models.filter(({ memory_gb }) => memory_gb === null)

export function ApplianceTeaser() {
  return (
    <Section
      id="appliance"
      ground="ink"
      title="大模型训练推理一体机"
      lead="从 192 GB 到 1128 GB 显存，三个版本对应不同的模型规模；另有昇腾与昆仑芯版本。三年质保。"
    >
      <ul className={styles.machines}>
        {models.map(
          ({ name, edition, memory_gb }) =>
            memory_gb !== null && (
              <li key={name} className={styles.machine}>
                <div className={styles.cells}>
                  <ApplianceCells memory={memory_gb} columns={12} cell={20} gap={5} label={`${memory_gb} GB 显存`} />
                </div>
                <p className={styles.edition}>{appliance_editions[edition]}</p>
                <h3 className={styles.model}>{name}</h3>
                <p className={styles.memory}>{memory_gb} GB 显存</p>
              </li>
            ),
        )}
      </ul>
      <p className={styles.others}>每格 24 GB。昇腾与昆仑芯版本：{others.map(({ name }) => name).join('、')}。</p>
      <div className={styles.actions}>
        <Link className={`${controls.button} ${controls.primary} ${controls.large}`} to={paths.lg_model_aio}>
          查看规格与场景
        </Link>
        <SupportButton label="售前咨询" className={`${controls.button} ${controls.plain} ${controls.large}`} />
      </div>
    </Section>
  )
}
