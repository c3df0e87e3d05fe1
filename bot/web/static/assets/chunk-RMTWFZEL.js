import{B as i}from"./chunk-L5P54SWD.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
