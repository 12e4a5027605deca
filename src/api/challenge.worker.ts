import { type ChallengeTask, findChallengeNumber } from './find-challenge-number.ts'

/** Searches for the challenge number in a worker, so that the page stays responsive while the user types. */
self.onmessage = ({ data }: MessageEvent<ChallengeTask>) => self.postMessage(findChallengeNumber(data, 0, data.max))
