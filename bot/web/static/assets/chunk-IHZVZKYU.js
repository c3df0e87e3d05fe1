import{C as i}from"./chunk-Q55WYQJU.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
