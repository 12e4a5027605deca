import { pino } from 'pino'
import type { Config } from '#server/config/config.ts'

/** The log of a thread of this node, on standard error. */
export const createNodeLog = ({ log_level: level }: Pick<Config, 'log_level'>) =>
  pino({ level, redact: ['req.headers.authorization'] }, pino.destination(2))
