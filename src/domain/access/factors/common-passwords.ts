import { createHash } from 'node:crypto';

export function isCommonPassword(password: string): boolean {
  const word = password.normalize('NFC').toLowerCase();
  return MARKS.has(markOf(word)) || new Set(word).size < LEAST_LETTERS || REPEATED.test(word);
}

/** `123123123123`, `senhasenhasenha`. */
const REPEATED = /^(.{1,8})\1+$/;
const LEAST_LETTERS = 5;

function markOf(word: string): string {
  return createHash('sha256').update(word).digest('hex').slice(0, MARK_LETTERS);
}

const MARK_LETTERS = 10;

/**
 * The first five bytes of the SHA-256 of each password of twelve letters or more among the 49,233 most common of
 * @zxcvbn-ts/language-common: the others are too short anyway, and many of them no word to keep in a source. A test makes it again.
 */
const PACKED = [
  'ACX3VwQAVKfenQCmty1AALR3dSAAz+RtKwFQAPS1AfccmisCS0wvJwL1FIL1AyzBH+cElZ+ogQTMxnRFBNvdF3sFGSXQPwU0FBUk',
  'BZYEkhEFu0MqSwYl5b+hBkf0sL8H9TFiAwl8tsMlCZOPkSgJp39E6wn7p5Q+Cmcki5oLHb/ycQtnxkpODW/924cNoLlD8w3gXkW5',
  'DjyxN6QQfdzq1RSGSmojFLvj9yYVA0NDHBZowR+4FuU56IMXQX6/4BdMt1EhGAPGoz0YVHVcABhe/UzoGL9u3IQZSCi9+BpoQv/L',
  'GmvU2dcbAeMKGRtzPjCJHDEt1kIcaZ0G2R47uJR1H0VOjOggWa70eSDnwuiYI84H/ockPQI8wiVmoYzRJiiNmQQmdecyiSfuz5fz',
  'KIn1Rq8pKeIvSClDpWe8KjM0nn4rCowjSyxAIJP1LLOAnuMtVDu8Ei2KQTInLisk+O4vX2zlrjAAX1bPMZuuKP4x9h538jNInSSb',
  'M9c+I0E1ttCqqjX5FWamNieZllw2qhWojjfnLVR4OLh7ENA5XykQczpXRaBfO02i4o47ZgTTEDuEfvdIPqRWtLM/XAtfnED1mMx2',
  'QZTRcG5DRv+S9UN5sdIKQ5CHSC1FyGv/y0aigc01SB7DEMJIfkIMnUiR+FZISdYhMl5KnFPe0kq1gR6KSsH1rv1Kyz5iZEu17VLl',
  'THPWx31Qv+5Jx1D0gJfjU6YMlDZWnQ/5U1b0rjVjWLqjxUpYxrHTJlniD2lFW0Biculb162wJF1acKLXXk/467VeYQ5rTV6ShtqC',
  'XspIkdpfOzthSV9Q3XJ0X1cqDaRf/tLhvWBr5L59YXA0wi1iZdsMjGLZtWsjZKgTa+1lvIZ/aGZ41D50ZvH6gy1n1xClkGrWZaA9',
  'auIXFkprFXEyQGuEGZ9WbF8oWp5u7fuW13DkSO8wcVqXSRxxb5/5KXF5sLMJc0duOCZzmM8Q8nQwVhaydlrZ9Md3Lw/hsndbnCAA',
  'd7kOfpl4CxDPqnibmekqegGt6kt8NsWw+33KyRqsf9BvDiqA2p+ICIF0oF1OgdBv6RaCBtIvBIIaKAIFgrpwG8iDcDVJD4RbpeQS',
  'hGBzcd6EYVsae4TeE2hWhOvBuseGYkZ9x4doztJeh9l9FeaJB6SZtYk1JiGiiXsxIHKJsAou34rpAt0Jivv9uNuL9N7FRYxcrnwN',
  'jG6W96uN+VAmU5AVs1AqkHfRr2mQnN5KJ5JbE6fvlFcpmymVMST1lpWzrzCZlc5w2e2Wodt4SppiLur0nI9aSneeFeyBDZ5aJxT3',
  'nt10Ev6fgKXhQKA2R1WjoLCk+dWiRW/wYaXucPFSpgOXSuSmJ69JQ6Yuy4xPpovzsv6pCiBzdKkfDMJPqalaY6Sri54Cs6z0VIiX',
  'rZsHArytr53sb63bpqFVrl3rhl2u4Scetq9X+aIbsB6wAICwJOhAW7Albw70sQj9+MexDmQngLKMIs0EssN+0ZqzRWTxxLOCgiV4',
  'tLt/I2q0xNjRv7Ude+pttrkBAlW4Nr41j7jagqSVuWibRuC5yVBkDrp1zTnqvFs/4y684pZsC70IXrWavqfwiHXBtZugxcK8gp8p',
  'xALRO0rE0wj28sXAiBMuxfIKZ53GVY0sEcaGibM4xrPlEC/H5AIljsggeeyEyF9nuoDIreRe1sjDi5yHyQNOSa/JC8D208qxjlwM',
  'ys/VJEDLXg+sdct5sCsgzFcSmkXNNA0aXM5kKHKP0XRuHOnSWxtT/tS0WGTZ1SR1upTYSpprK9hshlG32Kr8S4TYrsxlLNr8zkx+',
  '23rZUDPb3PAb9d5ieKue4AD0D8ThK4LR2OFoiXu042+r2h/kAF4sFeSaMyFt5b32k2bmOBgBkecUzLI653O7XZDo1dG5D+jxrSve',
  '6aL00OHqVZXN6Ozvex5k7unG4ZDu+hx+DO9SrOCQ8dET+cDx+l1sJvOEwOT488iAEqzz6sVupPWH1NWG9ckxayD18c6PJfZEs9B3',
  '97zS1OP4Fa5hfPlB9Vfu+VK3S2D6bl5aGPysdrSy/MoogEX9Tn6B4Q==',
].join('');

const MARKS = new Set(Buffer.from(PACKED, 'base64').toString('hex').match(/.{10}/g));
