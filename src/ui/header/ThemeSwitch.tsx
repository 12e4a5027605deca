import controls from '#src/ui/controls.module.css'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { type SchemeChoice, schemeChoice } from '#src/ui/theme/color-scheme.ts'
import { useStore } from '#src/ui/use-store.ts'

const schemeOptions: Record<SchemeChoice, { name: string; icon: IconName; next: SchemeChoice }> = {
  system: { name: '跟随系统', icon: 'display', next: 'light' },
  light: { name: '浅色', icon: 'sun', next: 'dark' },
  dark: { name: '深色', icon: 'moon', next: 'system' },
}

/** Button that cycles through the three colour schemes. */
export function ThemeSwitch() {
  const { name, icon, next } = schemeOptions[useStore(schemeChoice)]
  const label = `配色：${name}，切换为${schemeOptions[next].name}`
  return (
    <button
      type="button"
      className={`${controls.button} ${controls.quiet} ${controls.icon}`}
      aria-label={label}
      title={label}
      onClick={() => schemeChoice.set(next)}
    >
      <Icon name={icon} />
    </button>
  )
}
